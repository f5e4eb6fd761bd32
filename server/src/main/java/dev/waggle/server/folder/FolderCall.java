package dev.waggle.server.folder;

/** Call of a command. Calls that change something have a number; the others may be repeated as they are. */
enum FolderCall {
    APPEND, SELECT, FIRST, SYNC, CLAIM, RELEASE, REGISTER, KNOWN, SUBSCRIBE, UNSUBSCRIBE, WAITING, DRAIN, ACKNOWLEDGE,
    NEEDS_REACTION, ATTEMPTS, GIVE_UP, DEAD_LETTERS, REQUEUE, REQUEUE_ALL, SCHEDULE, CANCEL, END;

    /** True if a repetition could have another effect than the first call. */
    boolean isNumbered() {
        return switch (this) {
            case APPEND, REGISTER, SUBSCRIBE, UNSUBSCRIBE, DRAIN, ACKNOWLEDGE, ATTEMPTS, GIVE_UP, REQUEUE,
                    REQUEUE_ALL, SCHEDULE, CANCEL ->
                true;
            case SELECT, FIRST, SYNC, CLAIM, RELEASE, KNOWN, WAITING, NEEDS_REACTION, DEAD_LETTERS, END -> false;
        };
    }
}
