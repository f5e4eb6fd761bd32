package dev.waggle.connect.a2a.protocol;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Page of a list of tasks.
 *
 * @param nextPageToken cursor of the next page, absent on the last
 * @param pageSize maximum number of tasks on a page
 * @param totalSize number of all tasks that match
 */
public record A2aTaskPage(List<A2aTask> tasks, @Nullable String nextPageToken, int pageSize, int totalSize) {

    public A2aTaskPage {
        tasks = List.copyOf(tasks);
    }
}
