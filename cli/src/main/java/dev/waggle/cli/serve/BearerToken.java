package dev.waggle.cli.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.journal.userfile.PrivateFile;
import dev.waggle.server.access.RandomSecret;
import org.jspecify.annotations.Nullable;

/**
 * Bearer token of a server over HTTP. It comes from a file, else from the environment, else it is a new one. It is no
 * argument of the command, because a list of processes shows those.
 *
 * @param value the token
 * @param shown the token as a shell writes it: itself if it is new, else where it comes from
 * @param isNew whether it was made now
 */
record BearerToken(String value, String shown, boolean isNew) {

    /** The environment variable. */
    static final String VARIABLE = "WAGGLE_MCP_TOKEN";

    /** Maximum size of a token file in bytes; a larger file is no token but a mistake. */
    private static final int MAX_FILE = 4096;

    /** The token of that file, else of the environment, else a new one. */
    static BearerToken of(@Nullable Path file, Map<String, String> environment) {
        if (file != null) {
            return new BearerToken(read(file), "$(cat '" + file + "')", false);
        }
        String given = environment.getOrDefault(VARIABLE, "");
        return given.isEmpty() ? fresh() : new BearerToken(given, "$" + VARIABLE, false);
    }

    /** Omits the token. */
    @Override
    public String toString() {
        return "BearerToken[" + (isNew ? "new" : shown) + "]";
    }

    private static BearerToken fresh() {
        String token = RandomSecret.next();
        return new BearerToken(token, token, true);
    }

    private static String read(Path file) {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new UserException("the token file " + file + " is no ordinary file", "Name a file, or set "
                        + VARIABLE + ".");
            }
            PrivateFile.require(file, "token file");
            return BoundedFile.text(file, MAX_FILE).strip();
        } catch (IllegalArgumentException open) {
            throw UserException.of(open);
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the token in " + file + ": " + BoundedFile.reason(failed)
                    + "\nCheck the path, and that you may read it, or make a token: openssl rand -hex 32.", failed);
        }
    }
}
