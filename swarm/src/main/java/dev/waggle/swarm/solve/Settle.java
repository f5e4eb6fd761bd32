package dev.waggle.swarm.solve;

/** Mathematics may end the solve; what the votes say by then is asked after the round. */
final class Settle implements Phase {

    @Override
    public void run(Floor floor) {
        floor.settle();
    }
}
