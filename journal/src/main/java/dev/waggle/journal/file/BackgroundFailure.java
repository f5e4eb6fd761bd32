package dev.waggle.journal.file;

/**
 * Failure in a journal that harmed no entry: a follower threw, or a full segment could not be sealed yet.
 *
 * @param description for people
 * @param cause the exception
 */
public record BackgroundFailure(String description, Throwable cause) {}
