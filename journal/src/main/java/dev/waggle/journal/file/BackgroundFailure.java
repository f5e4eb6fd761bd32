package dev.waggle.journal.file;

/**
 * Something that went wrong in a journal without harm to any entry: a follower threw, or a full segment could not be
 * sealed yet.
 *
 * @param description for people
 * @param cause what was thrown
 */
public record BackgroundFailure(String description, Throwable cause) {}
