package dev.waggle.swarm.solve;

/**
 * Before anybody speaks: what each agent expects to hear, what deserves everybody's attention and who gets a turn.
 */
final class Predict implements Phase {

    @Override
    public void run(Floor floor) {
        floor.predict();
    }
}
