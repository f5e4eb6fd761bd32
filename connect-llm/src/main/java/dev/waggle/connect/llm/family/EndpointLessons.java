package dev.waggle.connect.llm.family;

import java.util.ArrayList;
import java.util.List;

/**
 * Lessons about one model at one endpoint, at the time when a request is made. A request is shaped by them. If it is
 * refused and the refusal is {@linkplain #isNew new}, it is sent again with the lesson. Each repetition adds a
 * lesson, and there are few kinds, so no request goes in a circle.
 *
 * @param lessons in the order of learning; a later one about the same matter decides
 */
public record EndpointLessons(List<RefusalLesson> lessons) {

    /** No lesson yet. */
    public static final EndpointLessons NONE = new EndpointLessons(List.of());

    /** A server that names another limit each time is not followed further. */
    static final int MAX_CAPS = 3;

    public EndpointLessons {
        lessons = List.copyOf(lessons);
    }

    /** True if a request that was made by these lessons may be sent again after this one. */
    public boolean isNew(RefusalLesson lesson) {
        if (lesson instanceof RefusalLesson.OutputCap cap) {
            List<RefusalLesson.OutputCap> caps = lessons.stream().filter(RefusalLesson.OutputCap.class::isInstance)
                    .map(RefusalLesson.OutputCap.class::cast).toList();
            return caps.size() < MAX_CAPS && caps.stream().allMatch(known -> cap.tokens() < known.tokens());
        }
        return !lessons.contains(lesson);
    }

    /** Adds a lesson if it is new. */
    public EndpointLessons with(RefusalLesson lesson) {
        if (!isNew(lesson)) {
            return this;
        }
        List<RefusalLesson> all = new ArrayList<>(lessons);
        all.add(lesson);
        return new EndpointLessons(all);
    }
}
