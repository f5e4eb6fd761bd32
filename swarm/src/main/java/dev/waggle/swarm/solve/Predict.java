package dev.waggle.swarm.solve;

/** Before anybody speaks: what is expected of each agent. */
final class Predict implements Phase {

    @Override
    public void run(Floor floor) {
        floor.predict();
    }
}
