package dev.waggle.swarm.solve;

/** All called agents think at once; their answers are taken in the order of the seats. */
final class React implements Phase {

    @Override
    public void run(Floor floor) {
        floor.react();
    }
}
