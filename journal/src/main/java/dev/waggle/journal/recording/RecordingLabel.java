package dev.waggle.journal.recording;

import java.util.LinkedHashSet;
import java.util.List;

import dev.waggle.signal.json.JsonLine;
import org.jspecify.annotations.Nullable;

/**
 * Name, kind and tags of a recording.
 *
 * @param name its name for people, if any; need not be unique
 * @param harnessType the kind of harness that was recorded, if one was
 * @param tags words for searches, each once
 */
public record RecordingLabel(@Nullable String name, @Nullable String harnessType, List<String> tags) {

    /** Maximum number of tags of a recording. */
    public static final int MAX_TAGS = 100;

    /** Maximum number of characters of a name, of a harness type and of a tag. */
    public static final int MAX_LENGTH = 200;

    /** Filed under nothing but its id. */
    public static final RecordingLabel NONE = new RecordingLabel(null, null, List.of());

    public RecordingLabel {
        requireWord("name", name);
        requireWord("harnessType", harnessType);
        tags = List.copyOf(new LinkedHashSet<>(tags));
        tags.forEach(tag -> requireWord("tag", tag));
        if (tags.size() > MAX_TAGS) {
            throw new IllegalArgumentException(
                    "a recording must have at most " + MAX_TAGS + " tags, got " + tags.size());
        }
    }

    /** Filed under that name. */
    public static RecordingLabel named(String name) {
        return new RecordingLabel(name, null, List.of());
    }

    public RecordingLabel withHarnessType(String type) {
        return new RecordingLabel(name, type, tags);
    }

    public RecordingLabel withTags(List<String> newTags) {
        return new RecordingLabel(name, harnessType, newTags);
    }

    static void requireWord(String name, @Nullable String word) {
        if (word == null) {
            return;
        }
        if (word.isBlank() || word.length() > MAX_LENGTH || word.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("the " + name + " of a recording must be 1 to " + MAX_LENGTH
                    + " characters, not blank, without control characters, got "
                    + JsonLine.quoted(word.substring(0, Math.min(word.length(), 60))));
        }
    }
}
