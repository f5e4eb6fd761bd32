import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Copies a jar of the class path, with old class files raised to the version of Java 25.
 *
 * <p>Java keeps no class before version 50 in a cache of loaded classes, because it verifies those without stack maps. A
 * library of such classes is read and verified at every start. The copy has the same code, with stack maps. Equal jars
 * make equal copies.
 *
 * <pre>
 *   java -cp CLASSPATH build/UpgradeClasses.java NAME FOLDER
 * </pre>
 */
final class UpgradeClasses {

    /** Oldest version that Java keeps in a cache. */
    private static final int CACHED = 50;

    /** Version of the classes of Waggle. */
    private static final int VERSION = ClassFile.JAVA_25_VERSION;

    private static final Attributes.Name NOTICE = new Attributes.Name("Modified");

    private final Map<String, byte[]> entries;
    private final ClassFile classes;

    private UpgradeClasses(Map<String, byte[]> entries) {
        this.entries = entries;
        ClassHierarchyResolver own = ClassHierarchyResolver.ofResourceParsing(type -> {
            String descriptor = type.descriptorString();
            byte[] found = entries.get(descriptor.substring(1, descriptor.length() - 1) + ".class");
            return found == null ? null : new ByteArrayInputStream(found);
        });
        classes = ClassFile.of(ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                ClassFile.ClassHierarchyResolverOption.of(own.orElse(ClassHierarchyResolver.defaultResolver())));
    }

    /** The arguments are the name of a library, as its jar begins, and the folder of the copy. */
    public static void main(String[] args) throws IOException {
        Path jar = jar(args[0]);
        Path folder = Files.createDirectories(Path.of(args[1]));
        Files.write(folder.resolve(jar.getFileName()), new UpgradeClasses(entries(jar)).upgraded());
    }

    private static Path jar(String library) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of)
                .filter(path -> path.getFileName().toString().matches(library + "-[0-9.]+\\.jar")).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no jar of " + library + " is on the class path"));
    }

    private static Map<String, byte[]> entries(Path jar) throws IOException {
        Map<String, byte[]> entries = new LinkedHashMap<>();
        try (InputStream in = Files.newInputStream(jar); ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().matches("META-INF/[^/]+\\.(SF|RSA|DSA|EC)")) {
                    throw new IllegalArgumentException(jar + " is signed, and a change would break its signature");
                }
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    private byte[] upgraded() throws IOException {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(made)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                ZipEntry same = new ZipEntry(entry.getKey());
                same.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
                zip.putNextEntry(same);
                zip.write(upgraded(entry.getKey(), entry.getValue()));
                zip.closeEntry();
            }
        }
        return made.toByteArray();
    }

    private byte[] upgraded(String name, byte[] content) throws IOException {
        if (name.equals("META-INF/MANIFEST.MF")) {
            return noted(content);
        }
        ClassModel old = name.endsWith(".class") ? classes.parse(content) : null;
        if (old == null || old.majorVersion() >= CACHED) {
            return content;
        }
        // Code that is passed on as one piece would stay without stack maps.
        ClassTransform version = (made, element) -> {
            if (element instanceof ClassFileVersion) {
                made.withVersion(VERSION, 0);
            } else {
                made.with(element);
            }
        };
        return classes.transformClass(old,
                version.andThen(ClassTransform.transformingMethodBodies((code, element) -> code.with(element))));
    }

    /** The licence of the library asks for a notice. */
    private static byte[] noted(byte[] content) throws IOException {
        Manifest manifest = new Manifest(new ByteArrayInputStream(content));
        manifest.getMainAttributes().put(NOTICE, "for Waggle, class files raised to version "
                + VERSION + " with stack maps, the code is unchanged");
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        manifest.write(made);
        return made.toByteArray();
    }
}
