package dev.waggle.server.access;

import org.jspecify.annotations.Nullable;

/** Observer of the answer to an admitted request. It is called once, before the answer is sent. */
@FunctionalInterface
public interface AnswerAudit {

    /** Records nothing. */
    AnswerAudit NONE = (_, _) -> {
    };

    /**
     * Records an answer.
     *
     * @param status its status
     * @param run the run of the path; {@code null} for none
     */
    void answered(int status, @Nullable String run);
}
