package dev.waggle.server.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.lines.LineFile;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.journal.userfile.PrivateFile;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.signal.world.World;

/**
 * File of tokens, which its owner alone can read. Any number of processes change it, one after the other, and only at
 * its end. A kill at any moment loses at most the change that is being made. A reader ignores an unfinished line, and
 * the next writer cuts it.
 */
public final class TokenFile {

    /** Place of the file below a data folder. */
    public static final String PLACE = "server/tokens.jsonl";

    /** Largest file in bytes: many thousand tokens that came and went. */
    private static final long MAX_BYTES = 16 << 20;

    /** Timeout for the folder lock; a change takes milliseconds, so a longer holder hangs. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    private static final String CONTENT = "tokens";

    private final Path path;
    private final World world;
    private final JournalDisk disk;

    private TokenFile(Path path, World world, JournalDisk disk) {
        this.path = path;
        this.world = world;
        this.disk = disk;
    }

    /** The file of that path, which the first token creates. */
    public static TokenFile of(Path path, World world) {
        return of(path, world, JournalDisk.real());
    }

    static TokenFile of(Path path, World world, JournalDisk disk) {
        return new TokenFile(path.toAbsolutePath().normalize(), world, disk);
    }

    /**
     * A created token.
     *
     * @param token the stored part
     * @param secret the text to send; it is nowhere else
     */
    public record NewToken(AccessToken token, String secret) {

        /** Omits the secret. */
        @Override
        public String toString() {
            return "NewToken[" + token.name() + "]";
        }
    }

    public Path path() {
        return path;
    }

    /**
     * The tokens that are not revoked; none when there is no file.
     *
     * @throws IllegalArgumentException when other users may read it
     * @throws UncheckedIOException when it cannot be read or is damaged
     */
    public TokenList read() {
        try {
            return readChecked();
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the tokens in " + path + ": " + BoundedFile.reason(failed),
                    failed);
        }
    }

    /**
     * Creates a token.
     *
     * @throws IllegalArgumentException when the name is taken, there are too many tokens, or the grant has expired
     * @throws UncheckedIOException when it was not kept for certain
     */
    public NewToken create(TokenGrant grant) {
        if (grant.isExpired(world.now())) {
            throw new IllegalArgumentException("the token would expire at " + grant.expires() + ", which is over");
        }
        return locked(tokens -> {
            if (tokens.named(grant.name()).isPresent()) {
                throw new IllegalArgumentException("there is a token " + JsonLine.quoted(grant.name())
                        + " already\nMaybe take another name, or revoke that one first.");
            }
            if (tokens.tokens().size() >= TokenList.MAX_TOKENS) {
                throw new IllegalArgumentException("there are " + TokenList.MAX_TOKENS
                        + " tokens, which is the limit\nMaybe revoke some of them.");
            }
            BearerSecret secret = BearerSecret.fresh();
            AccessToken token = new AccessToken(secret.id(), SecretHash.of(secret.secret()), world.now(), grant);
            append(new TokenLine.Created(token).encode());
            return new NewToken(token, secret.reveal());
        });
    }

    /**
     * Revokes a token.
     *
     * @throws IllegalArgumentException when there is none of that name
     * @throws UncheckedIOException when it was not kept for certain
     */
    public AccessToken revoke(String name) {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw unknown(name, TokenList.EMPTY);
        }
        return locked(tokens -> {
            AccessToken token = tokens.named(name).orElseThrow(() -> unknown(name, tokens));
            append(new TokenLine.Revoked(token.id(), world.now()).encode());
            return token;
        });
    }

    /** Change under the lock of the folder. */
    private interface Change<T> {

        T of(TokenList tokens) throws IOException;
    }

    private static IllegalArgumentException unknown(String name, TokenList tokens) {
        String shown = name.substring(0, Math.min(name.length(), 100));
        List<String> names = tokens.tokens().stream().map(AccessToken::name).toList();
        return new IllegalArgumentException("there is no token " + JsonLine.quoted(shown)
                + Suggestions.nearest(shown, names).map(near -> "\nMaybe " + near + '.')
                        .orElse("\nMaybe see waggle token list."));
    }

    private <T> T locked(Change<T> change) {
        Path folder = Objects.requireNonNull(path.getParent(), "parent");
        try {
            TokenList _ = readChecked(); // Before the lock, which leaves a file beside one that is none of tokens.
            disk.createDurably(folder);
            try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world)) {
                return change.of(readChecked());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("the tokens in " + path + " were not changed for certain: "
                    + BoundedFile.reason(failed), failed);
        }
    }

    private TokenList readChecked() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return TokenList.EMPTY;
        }
        if (!Files.isRegularFile(path)) {
            throw new IllegalArgumentException("the token file " + path + " is no ordinary file\nMaybe name a file.");
        }
        PrivateFile.require(path, "token file");
        if (Files.size(path) > MAX_BYTES) {
            throw new IllegalArgumentException("the token file " + path + " has more than " + MAX_BYTES
                    + " bytes\nMaybe make new tokens in a new file.");
        }
        TokenList.Collector tokens = new TokenList.Collector();
        try (LineFile file = LineFile.open(path, TokenLine.BEGINNING, CONTENT)) {
            file.read(0, 0, (line, _) -> {
                tokens.add(TokenLine.decode(line));
                return true;
            });
        }
        return tokens.list();
    }

    /** Appends a line; after a failure the file is as before, if the disk allows that. */
    private void append(byte[] line) throws IOException {
        boolean isNew = createPrivately();
        try (AppendFile file = disk.open(path)) {
            long length;
            try (LineFile read = LineFile.open(path, TokenLine.BEGINNING, CONTENT)) {
                length = read.wholeLength();
            }
            file.truncate(length);
            try {
                if (length == 0) {
                    byte[] head = TokenLine.HEAD.getBytes(StandardCharsets.UTF_8);
                    file.append(head, head.length);
                }
                file.append(line, line.length);
                file.force();
            } catch (IOException failed) {
                file.truncate(length);
                throw failed;
            }
        }
        if (isNew) {
            disk.forceFolder(Objects.requireNonNull(path.getParent(), "parent"));
        }
    }

    /** Creates the file for its owner alone; true if there was none. */
    private boolean createPrivately() throws IOException {
        try {
            Path _ = Files.createFile(path, AtomicFile.ownerOnly(path));
            return true;
        } catch (FileAlreadyExistsException known) {
            return false;
        }
    }
}
