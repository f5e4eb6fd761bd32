/** The auto-configuration of a swarm in a Spring Boot application. */
@NullMarked
package dev.waggle.spring;

import org.jspecify.annotations.NullMarked;
