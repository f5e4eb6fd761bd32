package dev.waggle.spring;

import java.nio.file.Path;
import java.util.Optional;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.spring.actuate.MicrometerSink;
import dev.waggle.spring.actuate.SwarmGauges;
import dev.waggle.spring.actuate.SwarmHealthIndicator;
import dev.waggle.spring.property.WaggleProperties;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.metric.MetricSink;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and metrics of the swarm, where the application has the libraries for them. */
@AutoConfiguration(after = WaggleAutoConfiguration.class, //
        afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
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
                    properties.isDataStated() ? Path.of(String.valueOf(properties.data())) : null, breakers);
        }
    }

    /** Metrics in the registry of the application. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "io.micrometer.core.instrument.MeterRegistry")
    static final class WaggleMetrics {

        @Bean
        SwarmCustomizer waggleMetrics(ObjectProvider<MeterRegistry> registries) {
            return config -> registries.stream().findFirst()
                    .map(registry -> config.withMetrics(new MicrometerSink(registry))).orElse(config);
        }

        /** Gauges, which end before the log and its inboxes are closed. */
        @Bean
        @ConditionalOnBean(MeterRegistry.class)
        SwarmGauges waggleGauges(ObjectProvider<MeterRegistry> registries, CircuitBreakerRegistry breakers,
                ObjectProvider<SignalService> signals) {
            SignalService open = signals.getIfAvailable();
            return new SwarmGauges(registries.stream().findFirst().<MetricSink>map(MicrometerSink::new)
                    .orElse(MetricSink.NONE), breakers, open == null ? null : open.inboxes());
        }
    }
}
