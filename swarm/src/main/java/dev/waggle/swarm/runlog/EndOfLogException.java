package dev.waggle.swarm.runlog;

/** A replay came to where its log ends. */
public final class EndOfLogException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    /** The log of that run ends. */
    public EndOfLogException(String run) {
        super("the log of " + run + " ends here");
    }
}
