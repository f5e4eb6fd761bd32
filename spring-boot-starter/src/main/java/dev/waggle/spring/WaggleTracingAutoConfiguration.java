package dev.waggle.spring;

import java.util.Optional;

import dev.waggle.connect.otel.OtelSettings;
import dev.waggle.connect.otel.OtelTracer;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.spring.property.WaggleProperties;
import io.opentelemetry.api.OpenTelemetry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** Traces of solves in the OpenTelemetry of the application, where it has {@code waggle-connect-otel}. */
@AutoConfiguration(afterName = {
    "org.springframework.boot.opentelemetry.autoconfigure.OpenTelemetrySdkAutoConfiguration",
    "io.opentelemetry.instrumentation.spring.autoconfigure.OpenTelemetryAutoConfiguration"})
@ConditionalOnProperty(name = "waggle.enabled", matchIfMissing = true)
public final class WaggleTracingAutoConfiguration {

    /** The tracer of the application, ours or its own; the primary one of several. */
    @Bean
    SwarmCustomizer waggleTracing(ObjectProvider<SpanTracer> tracers) {
        return config -> Optional.ofNullable(tracers.getIfAvailable()).map(config::withTracer).orElse(config);
    }

    /** A tracer for the OpenTelemetry of the application. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = {"io.opentelemetry.api.OpenTelemetry", "dev.waggle.connect.otel.OtelTracer"})
    static final class OpenTelemetryTracer {

        @Bean
        @ConditionalOnSingleCandidate(OpenTelemetry.class)
        @ConditionalOnMissingBean(SpanTracer.class)
        OtelTracer waggleTracer(OpenTelemetry telemetry, WaggleProperties properties,
                ConfigurableEnvironment environment) {
            return OtelTracer.of(telemetry,
                    OtelSettings.of(ModelVariables.of(environment, properties.variables())));
        }
    }
}
