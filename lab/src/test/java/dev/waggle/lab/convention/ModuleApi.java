package dev.waggle.lab.convention;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The public API of one module as lines of text: its exported packages, their public types and the signatures of those.
 * Read from the compiled module, so that it holds what the compiler added.
 */
final class ModuleApi {

    /** Qualifiers in front of simple names, which the names convention makes unique within the project. */
    private static final Pattern QUALIFIER = Pattern.compile("\\b(?:[a-z][a-z0-9_]*\\.)+(?=[A-Z])");

    private static final Set<String> OF_EVERY_RECORD = Set.of("equals", "hashCode", "toString");
    private static final Set<String> OF_EVERY_ENUM = Set.of("values", "valueOf");

    private final ModuleDescriptor descriptor;
    private final List<String> classes;

    private ModuleApi(ModuleDescriptor descriptor, List<String> classes) {
        this.descriptor = descriptor;
        this.classes = classes;
    }

    /** The API of the module that this class was compiled into: a folder of classes or a jar. */
    static ModuleApi of(Class<?> anchor) throws IOException, URISyntaxException {
        Path place = Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            return read(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(URI.create("jar:" + place.toUri()), Map.of())) {
            return read(jar.getPath("/"));
        }
    }

    /** The top-level types of the packages that every module may use. */
    List<String> unqualifiedTypes() throws ClassNotFoundException {
        return types(exports -> !exports.isQualified()).stream().filter(type -> !type.isMemberClass())
                .map(Class::getName).toList();
    }

    /** Every public type of the packages that every module may use, with its signatures. */
    List<String> signatures() throws ClassNotFoundException {
        List<String> lines = new ArrayList<>();
        String packageName = "";
        for (Class<?> type : types(exports -> !exports.isQualified())) {
            if (!type.getPackageName().equals(packageName)) {
                packageName = type.getPackageName();
                if (!lines.isEmpty()) {
                    lines.add("");
                }
                lines.add("package " + packageName);
            }
            lines.add("");
            lines.add("  " + shortened(type.toGenericString()) + supertypes(type));
            members(type).forEach(member -> lines.add("    " + member));
        }
        return lines;
    }

    /** Every top-level type of the packages that only our own modules may use, below the names of those modules. */
    List<String> qualifiedTypes() throws ClassNotFoundException {
        List<String> lines = new ArrayList<>();
        for (Exports exports : descriptor.exports().stream().filter(Exports::isQualified).sorted().toList()) {
            lines.add("package " + exports.source() + " to " + String.join(", ", new TreeSet<>(exports.targets())));
            types(exports::equals).stream().filter(type -> !type.isMemberClass())
                    .forEach(type -> lines.add("  " + type.getSimpleName()));
        }
        return lines;
    }

    private static ModuleApi read(Path root) throws IOException {
        try (InputStream in = Files.newInputStream(root.resolve("module-info.class"));
                Stream<Path> files = Files.walk(root)) {
            List<String> classes = files.map(file -> root.relativize(file).toString().replace('/', '.'))
                    .filter(name -> name.endsWith(".class")).map(name -> name.substring(0, name.length() - 6))
                    .filter(name -> !name.endsWith("-info")).sorted().toList();
            return new ModuleApi(ModuleDescriptor.read(in), classes);
        }
    }

    private List<Class<?>> types(Predicate<Exports> wanted) throws ClassNotFoundException {
        Set<String> packages = new TreeSet<>();
        descriptor.exports().stream().filter(wanted).forEach(exports -> packages.add(exports.source()));
        List<Class<?>> found = new ArrayList<>();
        for (String name : classes) {
            if (packages.contains(name.substring(0, name.lastIndexOf('.')))) {
                Class<?> type = Class.forName(name, false, ModuleApi.class.getClassLoader());
                if (isPublic(type)) {
                    found.add(type);
                }
            }
        }
        found.sort(Comparator.comparing((Class<?> type) -> type.getPackageName()).thenComparing(Class::getName));
        return found;
    }

    private static boolean isPublic(Class<?> type) {
        for (Class<?> around = type; around != null; around = around.getEnclosingClass()) {
            if (around.isAnonymousClass() || around.isLocalClass() || !Modifier.isPublic(around.getModifiers())) {
                return false;
            }
        }
        return true;
    }

    private static String supertypes(Class<?> type) {
        List<String> named = new ArrayList<>();
        if (type.getGenericSuperclass() != null && !Set.of(Object.class, Record.class, Enum.class)
                .contains(type.getSuperclass())) {
            named.add(shortened(type.getGenericSuperclass().getTypeName()));
        }
        for (var implemented : type.getGenericInterfaces()) {
            named.add(shortened(implemented.getTypeName()));
        }
        return named.isEmpty() ? "" : " : " + String.join(", ", named);
    }

    private static List<String> members(Class<?> type) {
        List<String> lines = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field)) {
                lines.add(shortened(field.toGenericString()));
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isVisible(constructor)) {
                lines.add(shortened(constructor.toGenericString()));
            }
        }
        for (Class<?> owner = type; owner != null; owner = hiddenSuperclass(owner)) {
            for (Method method : owner.getDeclaredMethods()) {
                if (isVisible(method) && !method.isBridge() && !isOfEvery(type, method)) {
                    lines.add(shortened(method.toGenericString()));
                }
            }
        }
        String own = shortened(String.valueOf(type.getCanonicalName())) + '.';
        lines.replaceAll(line -> line.replace(own, ""));
        lines.sort(Comparator.naturalOrder());
        return lines;
    }

    /** The superclass whose members a user sees only as those of its subclasses; {@code null} for another one. */
    private static @Nullable Class<?> hiddenSuperclass(Class<?> type) {
        Class<?> above = type.getSuperclass();
        return above == null || isPublic(above) ? null : above;
    }

    private static boolean isVisible(Member member) {
        boolean isOpen = Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers());
        return isOpen && !member.isSynthetic();
    }

    /** True if all records, or all enums, have this method. */
    private static boolean isOfEvery(Class<?> type, Executable method) {
        return (type.isRecord() && OF_EVERY_RECORD.contains(method.getName()))
                || (type.isEnum() && OF_EVERY_ENUM.contains(method.getName()));
    }

    private static String shortened(String signature) {
        return QUALIFIER.matcher(signature).replaceAll("").replace('$', '.');
    }
}
