/** Health and metrics of a swarm for the actuator of Spring Boot. It alone names its classes and those of Micrometer. */
@NullMarked
package dev.waggle.spring.actuate;

import org.jspecify.annotations.NullMarked;
