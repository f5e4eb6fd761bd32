package dev.waggle.connect.a2a.protocol;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** Push targets of a task; version 0.3 has no pages. */
public record A2aPushConfigPage(List<A2aPushConfig> configs, @Nullable String nextPageToken) {

    public A2aPushConfigPage {
        configs = List.copyOf(configs);
    }
}
