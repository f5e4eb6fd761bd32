package dev.waggle.swarm.solve;

/** A step of every round. */
interface Phase {

    void run(Floor floor);
}
