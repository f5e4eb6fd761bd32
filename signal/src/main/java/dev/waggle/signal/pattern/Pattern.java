package dev.waggle.signal.pattern;

import java.util.Objects;

import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import org.jspecify.annotations.Nullable;

/**
 * Pattern for a set of types: {@code build:*}, {@code conflict.**}, {@code connectivity/**}. Immutable; equal when
 * text and {@link PatternDialect} are.
 *
 * <p>A match costs at most one comparison for each pair of segments of type and pattern, however many {@code **}
 * there are. For stars inside segments, the pairs are of characters.
 */
public final class Pattern {

    /** Maximum length, in UTF-16 units: types have at most 512, but patterns also match texts that are no types. */
    public static final int MAX_LENGTH = 4096;

    /** Maximum number of segments. */
    public static final int MAX_SEGMENTS = 2048;

    private final String text;
    private final PatternDialect dialect;
    private final @Nullable Profile family;
    private final @Nullable PatternSegments colonForm;
    private final @Nullable PatternSegments dotForm;

    private Pattern(String text, PatternDialect dialect, @Nullable Profile family, @Nullable PatternSegments colonForm,
            @Nullable PatternSegments dotForm) {
        this.text = text;
        this.dialect = dialect;
        this.family = family;
        this.colonForm = colonForm;
        this.dotForm = dotForm;
    }

    /** Returns a pattern of the {@link PatternDialect#COMMON} language. */
    public static Pattern of(String text) {
        return of(text, PatternDialect.COMMON);
    }

    /**
     * Returns a pattern of a dialect.
     *
     * @throws IllegalArgumentException when the text has more than {@value #MAX_LENGTH} characters or
     *     {@value #MAX_SEGMENTS} segments; in the common language also when it is blank, holds control characters (it
     *     would never match) or a star beside other characters of a segment
     */
    public static Pattern of(String text, PatternDialect dialect) {
        if (text == null || dialect == null) {
            throw new IllegalArgumentException((text == null ? "pattern" : "dialect") + " must not be null");
        }
        if (text.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "pattern must have at most " + MAX_LENGTH + " characters, got " + text.length());
        }
        return switch (dialect) {
            case COMMON -> common(text);
            case DURABLE -> new Pattern(text, dialect, null, form(SegmentedText.trim(text), ':', dialect), null);
            case HARNESS -> new Pattern(text, dialect, null, form(text, ':', dialect), null);
        };
    }

    /** True if a type matches. */
    public boolean matches(SignalType type) {
        return dialect == PatternDialect.COMMON ? matches(type.profile(), type.text()) : matches(type.text());
    }

    /**
     * True if a type matches, by its text. In the common language that is the text of {@link SignalType#toString}:
     * {@code connectivity/conflict.active}, or the bare word of a swarm or custom type. The other dialects know no
     * families; the text need not be that of a possible type.
     */
    public boolean matches(String typeText) {
        return switch (dialect) {
            case COMMON -> {
                Profile named = familyOf(typeText);
                yield named == null
                        ? matches(isSwarmWord(typeText) ? Profile.SWARM : Profile.CUSTOM, typeText)
                        : matches(named, withoutFamily(typeText, named));
            }
            case DURABLE -> {
                String trimmed = SegmentedText.trim(typeText);
                yield !trimmed.isEmpty() && colonForm().matches(SegmentedText.of(trimmed, ':'));
            }
            case HARNESS -> colonForm().matches(SegmentedText.of(typeText, ':'));
        };
    }

    /** Returns the original text. */
    public String text() {
        return text;
    }

    /** Returns the dialect of the text. */
    public PatternDialect dialect() {
        return dialect;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Pattern that && text.equals(that.text) && dialect == that.dialect;
    }

    @Override
    public int hashCode() {
        return 31 * text.hashCode() + dialect.hashCode();
    }

    /** Returns the text, with its dialect unless that is the common one. */
    @Override
    public String toString() {
        return dialect == PatternDialect.COMMON ? text : text + " (" + dialect + ")";
    }

    /** Returns the only family that it matches; null for all. */
    @Nullable Profile family() {
        return family;
    }

    /** Returns the segments for types split at a separator; null when it never matches them. */
    @Nullable PatternSegments form(char separator) {
        return separator == ':' ? colonForm : dotForm;
    }

    /** Returns the segments in the dialects of the imported systems. */
    PatternSegments colonForm() {
        return Objects.requireNonNull(colonForm, "a common pattern may have none");
    }

    private boolean matches(Profile profile, String typeText) {
        if (family != null && family != profile) {
            return false;
        }
        PatternSegments form = form(profile.separator());
        return form != null && form.matches(SegmentedText.of(typeText, profile.separator()));
    }

    private static Pattern common(String text) {
        requireVisible(text);
        Profile family = familyOf(text);
        String word = family == null ? text : withoutFamily(text, family);
        if (word.isEmpty()) {
            throw new IllegalArgumentException("pattern \"" + text + "\" must have segments after the family"
                    + "\nMaybe \"" + text + "**\".");
        }
        boolean atColon = family == null || family.separator() == ':';
        boolean atDot = family == null ? word.indexOf(':') < 0 : !atColon;
        PatternSegments colonForm = atColon && mixed(word, ':') == null ? form(word, ':', PatternDialect.COMMON) : null;
        PatternSegments dotForm = atDot && mixed(word, '.') == null ? form(word, '.', PatternDialect.COMMON) : null;
        if (colonForm == null && dotForm == null) {
            char separator = atDot ? '.' : ':';
            throw new IllegalArgumentException("pattern \"" + text + "\", split at '" + separator
                    + "', has a * beside other characters: \"" + mixed(word, separator)
                    + "\"\nMaybe write * for the whole segment; inside a segment it is for the dialect HARNESS.");
        }
        return new Pattern(text, PatternDialect.COMMON, family, colonForm, dotForm);
    }

    private static void requireVisible(String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("pattern must not be blank\nMaybe \"**\", which matches every type.");
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException(String.format(
                        "pattern must not hold control characters, got U+%04X at %d", (int) text.charAt(i), i));
            }
        }
    }

    private static PatternSegments form(String text, char separator, PatternDialect dialect) {
        SegmentedText tokens = SegmentedText.of(text, separator);
        if (tokens.count() > MAX_SEGMENTS) {
            throw new IllegalArgumentException(
                    "pattern must have at most " + MAX_SEGMENTS + " segments, got " + tokens.count());
        }
        return PatternSegments.compile(tokens, dialect);
    }

    /** Returns the first segment with a star that is no wildcard. */
    private static @Nullable String mixed(String text, char separator) {
        SegmentedText tokens = SegmentedText.of(text, separator);
        for (int i = 0; i < tokens.count(); i++) {
            String token = tokens.get(i);
            if (token.indexOf('*') >= 0 && !token.equals("*") && !token.equals("**")) {
                return token;
            }
        }
        return null;
    }

    private static boolean isSwarmWord(String typeText) {
        return SignalType.SWARM.stream().anyMatch(type -> type.text().equals(typeText));
    }

    private static @Nullable Profile familyOf(String text) {
        int slash = text.indexOf('/');
        for (Profile profile : Profile.values()) {
            if (slash == profile.wireName().length() && text.startsWith(profile.wireName())) {
                return profile;
            }
        }
        return null;
    }

    private static String withoutFamily(String text, Profile family) {
        return text.substring(family.wireName().length() + 1);
    }
}
