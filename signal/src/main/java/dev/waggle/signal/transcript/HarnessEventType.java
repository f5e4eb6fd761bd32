package dev.waggle.signal.transcript;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessSignals;
import org.jspecify.annotations.Nullable;

/** Event types of a harness, with their names in other packages. */
enum HarnessEventType {
    START(HarnessSignals.START), END(HarnessSignals.END), ERROR(HarnessSignals.ERROR), //
    TEXT_DELTA(HarnessSignals.TEXT_DELTA), TEXT_COMPLETE(HarnessSignals.TEXT_COMPLETE), //
    THINKING_DELTA(HarnessSignals.THINKING_DELTA), THINKING_COMPLETE(HarnessSignals.THINKING_COMPLETE), //
    TOOL_CALL(HarnessSignals.TOOL_CALL), TOOL_RESULT(HarnessSignals.TOOL_RESULT);

    private static final Map<String, HarnessEventType> BY_TEXT = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(word -> word.type.text(), Function.identity()));

    private static final List<String> FAMILIES = List.of("harness:", "text:", "thinking:", "tool:");

    private final SignalType type;

    HarnessEventType(SignalType type) {
        this.type = type;
    }

    /** Returns the event type of a signal type; null for every other type, also for its text in another profile. */
    static @Nullable HarnessEventType of(SignalType type) {
        return type.profile() == Profile.HARNESS ? BY_TEXT.get(type.text()) : null;
    }

    /** True for types of a harness: one of the nine or a further one of its own, such as {@code tool:progress}. */
    static boolean isHarnessType(SignalType type) {
        return type.profile() == Profile.HARNESS && FAMILIES.stream().anyMatch(type.text()::startsWith);
    }

    /**
     * Returns the name of a type among types of all profiles. It is the text, with the profile in front where the
     * text alone would be taken for one of the nine.
     */
    static String displayName(SignalType type) {
        boolean isAlike = type.profile() != Profile.HARNESS && BY_TEXT.containsKey(type.text());
        return isAlike ? type.profile().wireName() + "/" + type.text() : type.text();
    }
}
