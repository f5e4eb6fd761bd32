package dev.waggle.swarm.runlog;

/** A replay reached the end of its log. */
public final class EndOfLogException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    /** The log of that run ends. */
    public EndOfLogException(String run) {
        super("the log of " + run + " ends here");
    }
}
