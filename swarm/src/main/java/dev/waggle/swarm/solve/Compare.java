package dev.waggle.swarm.solve;

/** What was said is compared with what was expected. */
final class Compare implements Phase {

    @Override
    public void run(Floor floor) {
        floor.compare();
    }
}
