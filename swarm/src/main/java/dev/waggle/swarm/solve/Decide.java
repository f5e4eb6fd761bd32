package dev.waggle.swarm.solve;

/**
 * When enough agents have voted, the engine is asked; a decision ends the solve. Where mathematics has ended it, the
 * engine is asked after the round.
 */
final class Decide implements Phase {

    @Override
    public void run(Floor floor) {
        if (!floor.isSettled() && floor.decides()) {
            floor.end(Ending.CONSENSUS);
        }
    }
}
