package dev.waggle.connect.llm.family;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lessons from refusals, by endpoint and model, for the life of a catalog.
 *
 * <p>A caller takes the lessons with {@link #of} before it makes a request, and reads a refusal by those, not by the
 * ones here. Another agent may have learned the same lesson while the
 * request was under way, and then the request still has to be sent again.
 *
 * <p>Thread-safe. The lessons of a model are an immutable value, which is replaced atomically.
 */
public final class LearnedLimits {

    private final Map<ModelKey, EndpointLessons> lessons = new ConcurrentHashMap<>();
    private final Set<SpokenNotice> spoken = ConcurrentHashMap.newKeySet();

    public LearnedLimits() {}

    /**
     * The lessons so far.
     *
     * @param endpoint a name of the endpoint, such as its provider and address
     * @param model its name there
     */
    public EndpointLessons of(String endpoint, String model) {
        return lessons.getOrDefault(new ModelKey(endpoint, model), EndpointLessons.NONE);
    }

    /**
     * Remembers a lesson.
     *
     * @return one line for people when the endpoint teaches this for the first time, with any of its models
     */
    public Optional<String> learn(String endpoint, String model, RefusalLesson lesson) {
        lessons.merge(new ModelKey(endpoint, model), EndpointLessons.NONE.with(lesson),
                (known, _) -> known.with(lesson));
        return spoken.add(new SpokenNotice(endpoint, matter(lesson)))
                ? Optional.of(endpoint + ": " + model + ' ' + lesson.consequence()
                        + " (learned from its refusal, and remembered)")
                : Optional.empty();
    }

    /** The line for people, if it was not returned for that endpoint before. */
    public Optional<String> sayOnce(String endpoint, String line) {
        return spoken.add(new SpokenNotice(endpoint, line)) ? Optional.of(endpoint + ": " + line) : Optional.empty();
    }

    /** The matter of a lesson. A second output limit is the same matter, another name of the limit is not. */
    private static Object matter(RefusalLesson lesson) {
        return lesson instanceof RefusalLesson.OutputCap ? RefusalLesson.OutputCap.class : lesson;
    }

    private record ModelKey(String endpoint, String model) {}

    private record SpokenNotice(String endpoint, Object matter) {}
}
