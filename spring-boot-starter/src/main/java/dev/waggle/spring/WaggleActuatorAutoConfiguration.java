package dev.waggle.spring;

import java.util.Optional;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.spring.actuate.MicrometerSink;
import dev.waggle.spring.actuate.SwarmGauges;
import dev.waggle.spring.actuate.SwarmHealthIndicator;
import dev.waggle.spring.property.WaggleProperties;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and metrics of the swarm, where the application has the libraries for them. */
@AutoConfiguration(after = WaggleAutoConfiguration.class, //
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnProperty(name = "waggle.enabled", matchIfMissing = true)
@ConditionalOnBean(Swarm.class)
public final class WaggleActuatorAutoConfiguration {

    /** Health, as {@code management.health.waggle.enabled} allows. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    @ConditionalOnProperty(name = "management.health.waggle.enabled", matchIfMissing = true)
    static final class WaggleHealth {

        @Bean
        @ConditionalOnMissingBean(name = "waggleHealthIndicator")
        SwarmHealthIndicator waggleHealthIndicator(ObjectProvider<SignalService> signals,
                WaggleProperties properties, CircuitBreakerRegistry breakers) {
            return new SwarmHealthIndicator(Optional.ofNullable(signals.getIfAvailable()),
                    properties.isDataStated() ? properties.folder() : null, breakers);
        }
    }

    /** Metrics in the registry of the application. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "io.micrometer.core.instrument.MeterRegistry")
    static final class WaggleMetrics {

        /** The metrics in the only registry, or in the primary one of several. */
        @Bean
        @ConditionalOnSingleCandidate(MeterRegistry.class)
        @ConditionalOnMissingBean
        MicrometerSink waggleMicrometer(MeterRegistry registry) {
            return new MicrometerSink(registry);
        }

        @Bean
        SwarmCustomizer waggleMetrics(ObjectProvider<MicrometerSink> metrics) {
            return config -> Optional.ofNullable(metrics.getIfAvailable()).map(config::withMetrics).orElse(config);
        }

        /** Gauges, which end before the log and its inboxes are closed. */
        @Bean
        @ConditionalOnBean(MicrometerSink.class)
        SwarmGauges waggleGauges(MicrometerSink metrics, CircuitBreakerRegistry breakers,
                ObjectProvider<SignalService> signals) {
            return new SwarmGauges(metrics, breakers, signals.getIfAvailable());
        }
    }
}
