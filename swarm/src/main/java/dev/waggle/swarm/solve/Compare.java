package dev.waggle.swarm.solve;

/** What reached the agents is compared with what they expected. */
final class Compare implements Phase {

    @Override
    public void run(Floor floor) {
        floor.compare();
    }
}
