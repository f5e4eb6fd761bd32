package dev.waggle.swarm.solve;

/** A replay came to where its log ends. */
final class EndOfLogException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    EndOfLogException(String run) {
        super("the log of " + run + " ends here");
    }
}
