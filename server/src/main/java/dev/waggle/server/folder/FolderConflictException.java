package dev.waggle.server.folder;

/** Refusal of a call to a folder because another command holds the run or the inbox. A second line is the remedy. */
public final class FolderConflictException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    FolderConflictException(String message) {
        super(message);
    }
}
