package dev.waggle.swarm.solve;

/** The advisor looks at the round and acts. */
final class Advise implements Phase {

    @Override
    public void run(Floor floor) {
        floor.advise();
    }
}
