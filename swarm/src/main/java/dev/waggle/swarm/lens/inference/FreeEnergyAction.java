package dev.waggle.swarm.lens.inference;

import dev.waggle.signal.WireConstant;

/** Action that the free energy of the last votes calls for. */
public enum FreeEnergyAction implements WireConstant {
    /** No proposal stands out yet: look for more. */
    EXPLORE,
    /** Votes bear out what is believed: go on with it. */
    EXPLOIT,
    /** The last votes contradict what was believed before them: put it to the test. */
    CHALLENGE,
    /** New votes surprise the group no more than those before. */
    STOP;
}
