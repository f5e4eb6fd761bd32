package dev.waggle.swarm.solve;

/** The swarm grows where a role is missing, and sends away who adds nothing. */
final class Evolve implements Phase {

    @Override
    public void run(Floor floor) {
        floor.evolve();
    }
}
