package dev.waggle.swarm.solve;

/** What was answered is said to the log and to everybody who listens, in the order of the seats. */
final class Publish implements Phase {

    @Override
    public void run(Floor floor) {
        floor.publish();
    }
}
