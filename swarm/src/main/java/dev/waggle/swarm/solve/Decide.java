package dev.waggle.swarm.solve;

/**
 * When enough agents have voted, the engine is asked; a decision ends the solve. Where it does not decide and proposals
 * rival each other, the conflict is dealt with. Where mathematics has ended the solve, the engine is asked after the
 * round.
 */
final class Decide implements Phase {

    @Override
    public void run(Floor floor) {
        if (!floor.isSettled()) {
            floor.decide();
        }
    }
}
