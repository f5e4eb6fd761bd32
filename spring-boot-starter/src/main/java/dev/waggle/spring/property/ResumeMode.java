package dev.waggle.spring.property;

/** Values of {@code waggle.resume}: the treatment of solves that a crash interrupted. */
public enum ResumeMode {
    /** They are resumed when the application is ready. */
    ON_START,
    /** They stay as they are until the application resumes them. */
    NEVER
}
