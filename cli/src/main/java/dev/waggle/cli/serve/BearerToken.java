package dev.waggle.cli.serve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.signal.world.World;
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

    /** Number of 64-bit parts of a new token: 256 bits cannot be guessed. */
    private static final int PARTS = 4;

    private static final Set<PosixFilePermission> PRIVATE = Set.of(PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

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

    /** Each part is the seed of a new real world, which is drawn from the random source of the system. */
    private static BearerToken fresh() {
        String token = IntStream.range(0, PARTS).mapToObj(_ -> String.format("%016x", World.system().seed()))
                .collect(Collectors.joining());
        return new BearerToken(token, token, true);
    }

    private static String read(Path file) {
        try {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new UserException("the token file " + file + " is no ordinary file", "Name a file, or set "
                        + VARIABLE + ".");
            }
            requirePrivate(file);
            return BoundedFile.text(file, MAX_FILE).strip();
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the token in " + file + ": " + BoundedFile.reason(failed)
                    + "\nCheck the path, and that you may read it, or make a token: openssl rand -hex 32.", failed);
        }
    }

    private static void requirePrivate(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return; // Other systems have access lists, and give a home folder to its user only.
        }
        Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        permissions.addAll(view.readAttributes().permissions());
        if (!PRIVATE.containsAll(permissions)) {
            throw new UserException("the token file " + file + " is open to other users ("
                    + PosixFilePermissions.toString(permissions) + ")", "Close it: chmod 600 " + file + ".");
        }
    }
}
