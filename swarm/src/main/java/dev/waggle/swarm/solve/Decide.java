package dev.waggle.swarm.solve;

/** When enough agents have voted, the engine is asked; a decision ends the solve. */
final class Decide implements Phase {

    @Override
    public void run(Floor floor) {
        if (floor.decides()) {
            floor.end(Ending.CONSENSUS);
        }
    }
}
