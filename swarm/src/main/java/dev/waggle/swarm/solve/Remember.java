package dev.waggle.swarm.solve;

/** What was said in the round is remembered for other solves. */
final class Remember implements Phase {

    @Override
    public void run(Floor floor) {
        floor.remember();
    }
}
