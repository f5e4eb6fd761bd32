package dev.waggle.setup;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the memory of a solve.
 *
 * @param place where the memory is kept
 * @param tenant the tenant whose memories are used; {@code null} for memories without a tenant
 * @param decayEvery the least time between two decays that count; zero counts every solve
 * @param embeddings the embedding model by which memories are found; {@code null} for their words, or in Qdrant for
 *        their letters
 * @param models the file of providers and aliases of that model; {@code null} for none
 * @param qdrant the server of {@link Place#QDRANT}
 */
public record MemorySettings(Place place, @Nullable String tenant, Duration decayEvery, @Nullable String embeddings,
        @Nullable Path models, QdrantPlace qdrant) {

    /** The memory of the data folder, without a tenant, which fades once a day. */
    public static final MemorySettings DEFAULTS = new MemorySettings(Place.FOLDER, null, Duration.ofDays(1),
            null, null, QdrantPlace.USUAL);

    /** No memory. */
    public static final MemorySettings NONE = DEFAULTS.withPlace(Place.NONE);

    private static final String FOLDER = "memory";

    /** Maximum length of the name of a tenant. */
    private static final int MAX_TENANT = 200;

    /** More is longer than any folder lives, and no number that a person means. */
    private static final double MAX_DAYS = 36_500;

    private static final double MILLIS_A_DAY = 86_400_000;

    public MemorySettings {
        if (tenant != null && (tenant.isBlank() || tenant.length() > MAX_TENANT
                || tenant.codePoints().anyMatch(Character::isISOControl))) {
            throw new IllegalArgumentException("a tenant must have 1 to " + MAX_TENANT
                    + " characters, no blanks only and no control characters, got " + tenant.length()
                    + "\nUse a short name, for example acme.");
        }
    }

    /** Place of a memory. */
    public enum Place {
        /** The folder {@code memory} of the data folder, if there is a data folder. */
        FOLDER,
        /** Nowhere. */
        NONE,
        /** A collection of a Qdrant server, with or without a data folder. */
        QDRANT;

        /** Name in files, in lower case. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Place of memories in a Qdrant server.
     *
     * @param url its address
     * @param collection name of the collection
     * @param keyEnv the variable that holds its key; the usual one may be unset
     */
    public record QdrantPlace(String url, String collection, String keyEnv) {

        /** A server of this machine. */
        public static final QdrantPlace USUAL = new QdrantPlace("http://localhost:6333",
                "swarm-memory", "QDRANT_API_KEY");

        /**
         * The key of the server; empty where the usual variable is not set.
         *
         * @throws IllegalArgumentException when another variable is named and not set
         */
        public Optional<String> key(Map<String, String> environment) {
            String key = environment.getOrDefault(keyEnv, "");
            if (key.isBlank() && !keyEnv.equals(USUAL.keyEnv)) {
                throw new IllegalArgumentException("the variable " + keyEnv + ", which is to hold the key of Qdrant,"
                        + " is not set\nSet it, or omit keyEnv for a server without a key.");
            }
            return key.isBlank() ? Optional.empty() : Optional.of(key);
        }

        public QdrantPlace withUrl(String newUrl) {
            return new QdrantPlace(newUrl, collection, keyEnv);
        }

        public QdrantPlace withCollection(String name) {
            return new QdrantPlace(url, name, keyEnv);
        }

        public QdrantPlace withKeyEnv(String variable) {
            return new QdrantPlace(url, collection, variable);
        }
    }

    /** The folder of the memories of a data folder, which {@link Place#FOLDER} means. */
    public static Path folderIn(Path data) {
        return data.resolve(FOLDER);
    }

    public MemorySettings withPlace(Place newPlace) {
        return new MemorySettings(newPlace, tenant, decayEvery, embeddings, models, qdrant);
    }

    public MemorySettings withTenant(@Nullable String newTenant) {
        return new MemorySettings(place, newTenant, decayEvery, embeddings, models, qdrant);
    }

    public MemorySettings withEmbeddings(@Nullable String model) {
        return new MemorySettings(place, tenant, decayEvery, model, models, qdrant);
    }

    public MemorySettings withModels(@Nullable Path file) {
        return new MemorySettings(place, tenant, decayEvery, embeddings, file, qdrant);
    }

    public MemorySettings withQdrant(QdrantPlace server) {
        return new MemorySettings(place, tenant, decayEvery, embeddings, models, server);
    }

    /** Refuses a number of days that is negative or absurd. */
    public MemorySettings withDecayDays(double days) {
        if (!(days >= 0 && days <= MAX_DAYS)) {
            throw new IllegalArgumentException(
                    "it must be between 0 and " + (int) MAX_DAYS + " days, got " + days);
        }
        return new MemorySettings(place, tenant, Duration.ofMillis(Math.round(MILLIS_A_DAY * days)), embeddings, models,
                qdrant);
    }

    /** Days between two decays. */
    public double decayDays() {
        return decayEvery.toMillis() / MILLIS_A_DAY;
    }

    /**
     * True if a solve has a memory.
     *
     * @param data its data folder; {@code null} for none
     */
    public boolean isUsed(@Nullable Path data) {
        return place == Place.QDRANT || (place == Place.FOLDER && data != null);
    }
}
