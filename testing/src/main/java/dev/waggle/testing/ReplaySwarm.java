package dev.waggle.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Records the calls of models of a test once, and replays them in every later run, without a model, a key or a
 * network. The test method takes {@link ReplayedModels} and wraps its models.
 *
 * <pre>{@code
 *   @Test
 *   @ReplaySwarm("calls.jsonl")
 *   void decides(ReplayedModels models) { ... }
 * }</pre>
 *
 * A replay fails with the first request that the recording does not hold. Without a file the test calls the models and
 * records them. In a CI build, known by the variable {@code CI}, it fails instead. {@code -Dwaggle.record=true} records
 * again. A file is written whole or not at all.
 *
 * <p>On a class, each test method has a file of its own: {@code calls.jsonl} becomes {@code calls-METHOD.jsonl}. So has
 * each repetition and each set of parameters: {@code calls-2.jsonl}. Dynamic tests are not supported.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
@ExtendWith(ReplaySwarm.ReplayExtension.class)
public @interface ReplaySwarm {

    /** The file, relative to {@code src/test/resources} of the project. */
    String value();

    /** The extension behind the annotation; JUnit creates it. */
    final class ReplayExtension implements ParameterResolver, InvocationInterceptor {

        private static final ExtensionContext.Namespace STORE = ExtensionContext.Namespace
                .create(ReplayExtension.class);

        /** Creates the extension. */
        public ReplayExtension() {}

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType().equals(ReplayedModels.class);
        }

        /** Opens the recording when a test, or its preparation, first asks for the models. */
        @Override
        public ReplayedModels resolveParameter(ParameterContext parameter, ExtensionContext context) {
            Method method = context.getTestMethod().orElseThrow(() -> new ParameterResolutionException(
                    "a recording belongs to one test method\nMaybe take ReplayedModels in that method."));
            if (method.isAnnotationPresent(TestFactory.class)) {
                throw new ParameterResolutionException("dynamic tests of " + method.getName()
                        + " run when the recording is closed\nMaybe a @ParameterizedTest.");
            }
            try {
                return store(context).computeIfAbsent(Session.class,
                        _ -> new Session(ReplayedModels.open(plan(method, context))), Session.class).models;
            } catch (RuntimeException failed) {
                throw new ParameterResolutionException(String.valueOf(failed.getMessage()), failed);
            }
        }

        @Override
        public void interceptTestMethod(Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> call, ExtensionContext context) throws Throwable {
            watch(invocation, call.getExecutable(), context);
        }

        @Override
        public void interceptTestTemplateMethod(Invocation<@Nullable Void> invocation,
                ReflectiveInvocationContext<Method> call, ExtensionContext context) throws Throwable {
            watch(invocation, call.getExecutable(), context);
        }

        private static void watch(Invocation<@Nullable Void> invocation, Method method, ExtensionContext context)
                throws Throwable {
            Session session = store(context).get(Session.class, Session.class);
            if (session == null && AnnotationSupport.isAnnotated(method, ReplaySwarm.class)) {
                invocation.skip();
                throw new AssertionError("the test " + method.getName() + " has a recording and takes no models"
                        + "\nMaybe add the parameter ReplayedModels models.");
            }
            try {
                invocation.proceed();
            } catch (Throwable failed) {
                if (session != null) {
                    session.models.end(failed);
                }
                throw failed;
            }
            if (session != null) {
                session.models.end(null);
                if (session.models.isRecording()) {
                    context.publishReportEntry("waggle.recorded", session.models.file().toString());
                }
            }
        }

        private static RecordingPlan plan(Method method, ExtensionContext context) {
            Optional<ReplaySwarm> own = AnnotationSupport.findAnnotation(method, ReplaySwarm.class);
            String name = own.map(ReplaySwarm::value).orElseGet(() -> RecordingPlan
                    .withPart(ofClass(context).value(), method.getName()));
            String numbered = RecordingPlan.invocation(context.getUniqueId())
                    .map(number -> RecordingPlan.withPart(name, number)).orElse(name);
            return RecordingPlan.of(numbered, context::getConfigurationParameter,
                    Optional.ofNullable(System.getenv("CI")));
        }

        private static ReplaySwarm ofClass(ExtensionContext context) {
            return Stream.concat(Stream.of(context.getRequiredTestClass()),
                    context.getEnclosingTestClasses().reversed().stream())
                    .map(type -> AnnotationSupport.findAnnotation(type, ReplaySwarm.class)).flatMap(Optional::stream)
                    .findFirst().orElseThrow(() -> new IllegalStateException("neither the test method nor its class"
                            + " has @ReplaySwarm\nMaybe annotate the method."));
        }

        private static ExtensionContext.Store store(ExtensionContext context) {
            return context.getStore(STORE);
        }

        /** The models of a test in the store of JUnit, which closes it when the test is over. */
        private record Session(ReplayedModels models) implements AutoCloseable {
            @Override
            public void close() {
                models.discard();
            }
        }
    }
}
