package dev.waggle.server.api.signal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.journal.userfile.FileStamp;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.journal.userfile.PrivateFile;
import dev.waggle.server.access.RandomSecret;
import dev.waggle.signal.Scope;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * File with the secrets of webhooks, which its owner alone can read. A signature needs the secret itself, so a hash of
 * it would not do. Each change replaces the file as a whole, under the lock of its folder. So any number of processes
 * change it, one after the other, and each notices the changes of the others at once. May be used by many threads.
 */
public final class WebhookSecretFile {

    /** Place of the file below a data folder. */
    public static final String PLACE = "server/webhooks.json";

    /** Maximum number of webhooks. */
    static final int MAX_WEBHOOKS = 1_000;

    private static final int MAX_ID = 64;
    private static final int MAX_BYTES = 1 << 20;
    private static final String VERSION = "version";
    private static final String WEBHOOKS = "webhooks";
    private static final String SECRET = "secret";
    private static final String TENANT = "tenant";

    /** Timeout for the folder lock; a change takes milliseconds, so a longer holder hangs. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    private static final System.Logger LOG = System.getLogger(WebhookSecretFile.class.getName());

    private final Path path;
    private final World world;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile KnownContent known;

    private WebhookSecretFile(Path path, World world, KnownContent known) {
        this.path = path;
        this.world = world;
        this.known = known;
    }

    /** Content of the file at that state of it. */
    private record KnownContent(@Nullable FileStamp stamp, Map<String, Webhook> webhooks) {}

    /**
     * Reads the file of that path, which the first secret creates.
     *
     * @throws IllegalArgumentException when other users may read it, or it holds something else
     * @throws UncheckedIOException when it cannot be read
     */
    public static WebhookSecretFile open(Path path, World world) {
        Path file = path.toAbsolutePath().normalize();
        return new WebhookSecretFile(file, world, content(file));
    }

    /**
     * A webhook.
     *
     * @param secret the key of its signatures
     * @param tenant the tenant of its signals; {@code null} for none
     */
    public record Webhook(String secret, @Nullable String tenant) {

        /** Omits the secret. */
        @Override
        public String toString() {
            return "Webhook[tenant " + tenant + ']';
        }
    }

    /** The webhook of that id. While the file cannot be read, there is none. */
    Optional<Webhook> find(String id) {
        try {
            return Optional.ofNullable(current().get(id));
        } catch (IllegalArgumentException | UncheckedIOException unreadable) {
            LOG.log(Level.WARNING, "no webhook is valid until this is mended: " + unreadable.getMessage());
            return Optional.empty();
        }
    }

    /** All webhooks by id. */
    public SortedMap<String, Webhook> all() {
        return new TreeMap<>(current());
    }

    /**
     * Makes a webhook, and returns its secret.
     *
     * @throws IllegalArgumentException when the id is no word or is taken, or there are too many
     * @throws UncheckedIOException when it was not kept
     */
    public String create(String id, @Nullable String tenant) {
        requireId(id);
        String of = tenant == null ? null : Scope.ofTenant(tenant).tenant();
        return changed(webhooks -> {
            if (webhooks.containsKey(id)) {
                throw new IllegalArgumentException("there is a webhook " + QuotedValue.of(id)
                        + " already\nMaybe give it a new secret: waggle webhook renew.");
            }
            return put(webhooks, id, of);
        });
    }

    /**
     * Gives a webhook a new secret; the former one is void from then on.
     *
     * @throws IllegalArgumentException when there is none of that id
     * @throws UncheckedIOException when it was not kept; then the former secret stays
     */
    public String renew(String id) {
        Webhook _ = required(current(), id);
        return changed(webhooks -> put(webhooks, id, required(webhooks, id).tenant()));
    }

    /**
     * Deletes a webhook.
     *
     * @throws IllegalArgumentException when there is none of that id
     * @throws UncheckedIOException when that was not kept; then it stays
     */
    public void delete(String id) {
        Webhook _ = required(current(), id);
        Webhook _ = changed(webhooks -> {
            Webhook old = required(webhooks, id);
            webhooks.remove(id);
            return old;
        });
    }

    /**
     * Gives the webhook of a tenant a new secret, and makes it if there is none.
     *
     * @throws IllegalArgumentException when the id is no word, another tenant has it, or there are too many
     * @throws UncheckedIOException when it was not kept; then the former secret stays
     */
    String issue(String id, @Nullable String tenant) {
        requireId(id);
        return changed(webhooks -> {
            Webhook old = webhooks.get(id);
            if (old != null && !Objects.equals(old.tenant(), tenant)) {
                throw new IllegalArgumentException("the webhook " + QuotedValue.of(id)
                        + " is taken\nMaybe choose another id.");
            }
            return put(webhooks, id, tenant);
        });
    }

    /** Deletes the webhook of a tenant, and returns true if there was one. */
    boolean delete(String id, @Nullable String tenant) {
        return changed(webhooks -> {
            Webhook old = webhooks.get(id);
            return old != null && Objects.equals(old.tenant(), tenant) && webhooks.remove(id, old);
        });
    }

    private static void requireId(String id) {
        if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0," + (MAX_ID - 1) + "}")) {
            throw new IllegalArgumentException("the id of a webhook must be 1 to " + MAX_ID
                    + " letters, digits, dots, dashes or underscores, got " + QuotedValue.of(id)
                    + "\nMaybe github.");
        }
    }

    private static Webhook required(Map<String, Webhook> webhooks, String id) {
        Webhook found = webhooks.get(id);
        if (found == null) {
            throw new IllegalArgumentException("there is no webhook " + QuotedValue.of(id)
                    + Suggestions.remedyLine(id.substring(0, Math.min(id.length(), MAX_ID)),
                            List.copyOf(new TreeSet<>(webhooks.keySet()))));
        }
        return found;
    }

    private static String put(Map<String, Webhook> webhooks, String id, @Nullable String tenant) {
        if (!webhooks.containsKey(id) && webhooks.size() >= MAX_WEBHOOKS) {
            throw new IllegalArgumentException("there are " + MAX_WEBHOOKS
                    + " webhooks, which is the limit\nMaybe delete some of them.");
        }
        Webhook made = new Webhook(RandomSecret.next(), tenant);
        webhooks.put(id, made);
        return made.secret();
    }

    /** The webhooks, read again when the file has changed. */
    private Map<String, Webhook> current() {
        KnownContent last = known;
        if (!Objects.equals(last.stamp(), FileStamp.of(path))) {
            last = content(path);
            known = last;
        }
        return last.webhooks();
    }

    /** The stamp is the earlier one, so that a change while it is read is noticed later. */
    private static KnownContent content(Path file) {
        FileStamp stamp = FileStamp.of(file);
        try {
            return new KnownContent(stamp, read(file));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the webhooks in " + file + ": " + BoundedFile.reason(failed),
                    failed);
        }
    }

    /** Changes a copy of the webhooks under the lock of the folder, and writes it if it differs. */
    private <T> T changed(Function<Map<String, Webhook>, T> change) {
        Path folder = Objects.requireNonNull(path.getParent(), "parent");
        changing.lock();
        try {
            JournalDisk.real().createDurably(folder);
            try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world)) {
                Map<String, Webhook> before = content(path).webhooks();
                Map<String, Webhook> after = new LinkedHashMap<>(before);
                T result = change.apply(after);
                if (!after.equals(before)) {
                    write(after);
                }
                return result;
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("the webhooks in " + path + " were not changed: "
                    + BoundedFile.reason(failed), failed);
        } finally {
            changing.unlock();
        }
    }

    private void write(Map<String, Webhook> changed) throws IOException {
        JsonObjectBuilder listed = new JsonObjectBuilder();
        changed.forEach((id, webhook) -> listed.with(id, new JsonObjectBuilder().with(SECRET, webhook.secret())
                .withPresent(TENANT, webhook.tenant()).json()));
        String text = JsonText.write(new JsonObjectBuilder().with(VERSION, 1).with(WEBHOOKS, listed.json()).json());
        try (AtomicFile file = AtomicFile.open(OutputTarget.of(path), AtomicFile.FileAccess.OWNER)) {
            file.stream().write((text + '\n').getBytes(StandardCharsets.UTF_8));
            file.commit();
        }
        known = new KnownContent(FileStamp.of(path), Map.copyOf(changed));
    }

    private static Map<String, Webhook> read(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Map.of();
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("the webhook file " + file + " is no ordinary file"
                    + "\nMaybe move it away.");
        }
        PrivateFile.require(file, "webhook file");
        JsonObjectReader in = JsonObjectReader.root("the webhook file " + file,
                JsonText.read(BoundedFile.text(file, MAX_BYTES)));
        if (in.integer(VERSION) != 1) {
            throw in.invalid(VERSION, "1, the version that this program knows");
        }
        JsonObjectReader listed = in.object(WEBHOOKS);
        in.rejectUnknownFields();
        Map<String, Webhook> read = new LinkedHashMap<>();
        for (String id : listed.names()) {
            JsonObjectReader one = listed.object(id);
            read.put(id, new Webhook(one.text(SECRET), one.optionalText(TENANT)));
            one.rejectUnknownFields();
        }
        return Map.copyOf(read);
    }
}
