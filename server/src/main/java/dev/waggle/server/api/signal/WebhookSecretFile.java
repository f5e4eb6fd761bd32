package dev.waggle.server.api.signal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.journal.userfile.PrivateFile;
import dev.waggle.server.access.RandomSecret;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * File with the secrets of webhooks, which its owner alone can read. A signature needs the secret itself, so a hash of
 * it would not do. Each change replaces the file as a whole. The process that has the data folder open is its only
 * writer; may be used by many threads.
 */
public final class WebhookSecretFile {

    /** Place of the file below a data folder. */
    public static final String PLACE = "server/webhooks.json";

    /** Maximum number of webhooks. */
    static final int MAX_WEBHOOKS = 1_000;

    private static final int MAX_BYTES = 1 << 20;
    private static final String VERSION = "version";
    private static final String WEBHOOKS = "webhooks";
    private static final String SECRET = "secret";
    private static final String TENANT = "tenant";

    private final Path path;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile Map<String, Webhook> webhooks;

    private WebhookSecretFile(Path path, Map<String, Webhook> webhooks) {
        this.path = path;
        this.webhooks = webhooks;
    }

    /**
     * Reads the file of that path, which the first secret creates.
     *
     * @throws IllegalArgumentException when other users may read it, or it holds something else
     * @throws UncheckedIOException when it cannot be read
     */
    public static WebhookSecretFile open(Path path) {
        Path file = path.toAbsolutePath().normalize();
        try {
            return new WebhookSecretFile(file, read(file));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot read the webhooks in " + file + ": " + BoundedFile.reason(failed),
                    failed);
        }
    }

    /**
     * A webhook.
     *
     * @param secret the key of its signatures
     * @param tenant the tenant of its signals; {@code null} for none
     */
    record Webhook(String secret, @Nullable String tenant) {

        /** Omits the secret. */
        @Override
        public String toString() {
            return "Webhook[tenant " + tenant + ']';
        }
    }

    /** The webhook of that id. */
    Optional<Webhook> find(String id) {
        return Optional.ofNullable(webhooks.get(id));
    }

    /** All webhooks by id. */
    SortedMap<String, Webhook> all() {
        return new TreeMap<>(webhooks);
    }

    /**
     * Gives a webhook a new secret; the former one is void from then on.
     *
     * @throws IllegalArgumentException when the id is no word, another tenant has it, or there are too many
     * @throws UncheckedIOException when it was not kept; then the former secret stays
     */
    String renew(String id, @Nullable String tenant) {
        if (!id.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
            throw new IllegalArgumentException("the id of a webhook must be 1 to 64 letters, digits, dots, dashes or"
                    + " underscores, got " + QuotedValue.of(id) + "\nMaybe github.");
        }
        changing.lock();
        try {
            Webhook old = webhooks.get(id);
            if (old != null && !Objects.equals(old.tenant(), tenant)) {
                throw new IllegalArgumentException("the webhook " + QuotedValue.of(id)
                        + " is taken\nMaybe choose another id.");
            }
            if (old == null && webhooks.size() >= MAX_WEBHOOKS) {
                throw new IllegalArgumentException("there are " + MAX_WEBHOOKS
                        + " webhooks, which is the limit\nMaybe delete some of them.");
            }
            Webhook made = new Webhook(RandomSecret.next(), tenant);
            Map<String, Webhook> changed = new LinkedHashMap<>(webhooks);
            changed.put(id, made);
            write(changed);
            return made.secret();
        } finally {
            changing.unlock();
        }
    }

    /** Deletes the webhook of a tenant, and returns true if there was one. */
    boolean delete(String id, @Nullable String tenant) {
        changing.lock();
        try {
            Webhook old = webhooks.get(id);
            if (old == null || !Objects.equals(old.tenant(), tenant)) {
                return false;
            }
            Map<String, Webhook> changed = new LinkedHashMap<>(webhooks);
            changed.remove(id);
            write(changed);
            return true;
        } finally {
            changing.unlock();
        }
    }

    private void write(Map<String, Webhook> changed) {
        JsonObjectBuilder listed = new JsonObjectBuilder();
        changed.forEach((id, webhook) -> listed.with(id, new JsonObjectBuilder().with(SECRET, webhook.secret())
                .withPresent(TENANT, webhook.tenant()).json()));
        String text = JsonText.write(new JsonObjectBuilder().with(VERSION, 1).with(WEBHOOKS, listed.json()).json());
        try {
            JournalDisk.real().createDurably(Objects.requireNonNull(path.getParent(), "parent"));
            try (AtomicFile file = AtomicFile.open(OutputTarget.of(path), AtomicFile.FileAccess.OWNER)) {
                file.stream().write((text + '\n').getBytes(StandardCharsets.UTF_8));
                file.commit();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("the webhooks in " + path + " were not changed: "
                    + BoundedFile.reason(failed), failed);
        }
        webhooks = Map.copyOf(changed);
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
