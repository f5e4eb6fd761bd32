package dev.waggle.journal.logging;

import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Warning of SLF4J at start that it has no provider. The JSON Schema validator, LangChain4j, Apache HttpClient, Jetty
 * and the MCP SDK log through SLF4J. A program that chose no provider would get three lines on standard error.
 *
 * <p>{@link #suppress} raises the threshold of those lines with the documented property {@value #VERBOSITY}. It changes
 * nothing in a program with a provider, with a setting of its own, or with a binding for an older SLF4J. The reason
 * stands in decisions/0023.
 */
public final class Slf4jWarning {

    /** System property with the lowest level of the messages that SLF4J prints about itself. */
    static final String VERBOSITY = "slf4j.internal.verbosity";

    /** System property that names a provider. */
    private static final String PROVIDER = "slf4j.provider";

    private static final String SERVICE = "org.slf4j.spi.SLF4JServiceProvider";

    /** A provider on the class path, and a binding for SLF4J before 2.0, of which the user should be warned. */
    private static final List<String> RESOURCES = List.of("META-INF/services/" + SERVICE,
            "org/slf4j/impl/StaticLoggerBinder.class");

    private Slf4jWarning() {}

    /**
     * Suppresses the warning, unless the program has chosen anything about SLF4J. Call it before the first class of
     * such a library. A second call changes nothing, also when two threads call at the same time: both set one value.
     */
    public static void suppress() {
        suppress(System.getProperties(), Slf4jWarning.class.getClassLoader());
    }

    static void suppress(Properties properties, ClassLoader loader) {
        boolean isChosen = properties.containsKey(VERBOSITY) || properties.containsKey(PROVIDER);
        if (!isChosen && !hasProvider(loader)) {
            properties.setProperty(VERBOSITY, "ERROR");
        }
    }

    private static boolean hasProvider(ClassLoader loader) {
        return RESOURCES.stream().anyMatch(name -> loader.getResource(name) != null)
                || modules().anyMatch(module -> module.getDescriptor().provides().stream()
                        .anyMatch(provides -> provides.service().equals(SERVICE)));
    }

    /** Named modules beside this one; a provider among them needs no resource. */
    private static Stream<Module> modules() {
        ModuleLayer layer = Slf4jWarning.class.getModule().getLayer();
        return (layer == null ? ModuleLayer.boot() : layer).modules().stream();
    }
}
