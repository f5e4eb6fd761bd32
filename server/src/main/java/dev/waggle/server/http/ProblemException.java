package dev.waggle.server.http;

/** Refusal of a request. Its problem is the answer. */
public final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** A refusal by a message whose further lines are the remedy. */
    public static ProblemException of(int status, String message) {
        return new ProblemException(Problem.of(status, message));
    }

    public Problem problem() {
        return problem;
    }
}
