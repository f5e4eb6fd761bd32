package dev.waggle.swarm.solve;

/** Where mathematics finds that the swarm agrees too soon or misses something, it says one challenge; then all hear what was measured. */
final class Challenge implements Phase {

    @Override
    public void run(Floor floor) {
        floor.challenge();
    }
}
