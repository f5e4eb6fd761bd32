package dev.waggle.swarm.solve;

/** A step of every round. */
interface Phase {

    /** The word that stands in the drawing of the loop. */
    String name();

    void run(Floor floor);
}
