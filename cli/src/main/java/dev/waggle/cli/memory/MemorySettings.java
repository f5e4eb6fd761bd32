package dev.waggle.cli.memory;

import java.time.Duration;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the memory of a solve.
 *
 * @param place where the memory is kept
 * @param tenant the tenant whose memories are used; {@code null} for memories without a tenant
 * @param decayEvery the least time between two decays that count; zero counts every solve
 */
public record MemorySettings(Place place, @Nullable String tenant, Duration decayEvery) {

    /** The memory of the data folder, without a tenant, which fades once a day. */
    public static final MemorySettings DEFAULTS = new MemorySettings(Place.FOLDER, null, Duration.ofDays(1));

    /** No memory. */
    public static final MemorySettings NONE = DEFAULTS.withPlace(Place.NONE);

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
        NONE;

        /** Name in files, in lower case. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public MemorySettings withPlace(Place newPlace) {
        return new MemorySettings(newPlace, tenant, decayEvery);
    }

    public MemorySettings withTenant(@Nullable String newTenant) {
        return new MemorySettings(place, newTenant, decayEvery);
    }

    /** Refuses a number of days that is negative or absurd. */
    public MemorySettings withDecayDays(double days) {
        if (!(days >= 0 && days <= MAX_DAYS)) {
            throw new IllegalArgumentException(
                    "it must be between 0 and " + (int) MAX_DAYS + " days, got " + days);
        }
        return new MemorySettings(place, tenant, Duration.ofMillis(Math.round(MILLIS_A_DAY * days)));
    }

    /** Days between two decays. */
    public double decayDays() {
        return decayEvery.toMillis() / MILLIS_A_DAY;
    }

    /** True if a solve of a data folder has a memory. */
    public boolean isUsed() {
        return place != Place.NONE;
    }
}
