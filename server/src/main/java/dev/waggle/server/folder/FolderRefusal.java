package dev.waggle.server.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.inbox.UnknownAgentException;
import dev.waggle.signal.json.JsonObjectReader;

/** Refusals of the owner of a folder as the exceptions that the folder itself would throw. */
final class FolderRefusal {

    private FolderRefusal() {}

    /** True if the call had no effect and may be made again: the server ends, or the session has. */
    static boolean isTransient(int status) {
        return status == 410 || status == 503;
    }

    static RuntimeException of(FolderTransport.Reply reply) {
        String message = message(reply);
        return switch (reply.status()) {
            case 400, 413, 415 -> new IllegalArgumentException(message);
            case 404 -> UnknownAgentException.reported(message);
            case 409 -> new FolderConflictException(message);
            case 422 -> InboxLimitException.reported(message);
            default -> new UncheckedIOException(message, new IOException(message));
        };
    }

    /** The text of a problem document. */
    static String message(FolderTransport.Reply reply) {
        try {
            JsonObjectReader in = JsonObjectReader.root("the problem",
                    JsonText.read(new String(reply.body(), StandardCharsets.UTF_8)));
            String remedy = in.optionalText("remedy");
            return in.text("detail") + (remedy == null ? "" : "\n" + remedy);
        } catch (IllegalArgumentException none) {
            return "the server of the folder answered with status " + reply.status();
        }
    }
}
