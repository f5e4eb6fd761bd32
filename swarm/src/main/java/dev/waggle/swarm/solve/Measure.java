package dev.waggle.swarm.solve;

/** Mathematics looks at what was said in the round; what it found is in the journal. */
final class Measure implements Phase {

    @Override
    public void run(Floor floor) {
        floor.measure();
    }
}
