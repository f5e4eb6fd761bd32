package dev.waggle.swarm.lens;

import dev.waggle.signal.json.WireConstant;

/** Action that the free energy of the last votes calls for. */
public enum FreeEnergyAction implements WireConstant {
    /** No proposal leads clearly yet: explore. */
    EXPLORE,
    /** Votes confirm the belief: continue with it. */
    EXPLOIT,
    /** The last votes contradict the belief before them: test it. */
    CHALLENGE,
    /** New votes surprise the group no more than those before. */
    STOP;
}
