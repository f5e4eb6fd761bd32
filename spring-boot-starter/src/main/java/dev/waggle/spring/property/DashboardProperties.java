package dev.waggle.spring.property;

import org.jspecify.annotations.Nullable;

/**
 * The properties {@code waggle.dashboard.*}.
 *
 * @param enabled whether the pages are served; absent for yes with the developer tools of Spring Boot
 * @param port the port on the loopback interface; 0 for any free one
 */
public record DashboardProperties(@Nullable Boolean enabled, @Nullable Integer port) {}
