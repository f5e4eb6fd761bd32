package dev.waggle.signal;

import java.net.URL;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;

/**
 * The architecture as rules. A module is a ladder of rooms, which are packages: a room uses itself and the rooms below
 * it. The {@code LadderTest} of every module states its rooms and the rules that it keeps.
 */
public final class Ladder {

    /** Clocks and random sources, and classes that contain one. */
    private static final Set<String> CLOCKS_AND_DICE = Set.of(Clock.class.getName(), InstantSource.class.getName(),
            "java.util.Date", "java.util.Calendar", "java.util.Timer", "java.util.UUID", "java.util.Random",
            "java.util.SplittableRandom", "java.util.random.RandomGeneratorFactory", "java.security.SecureRandom",
            "java.util.concurrent.ThreadLocalRandom", "java.util.concurrent.ScheduledExecutorService",
            "java.util.concurrent.ScheduledThreadPoolExecutor");

    /** Methods of other classes that read a clock, draw a random number or wait. */
    private static final Set<String> TICKING = Set.of("java.lang.System.nanoTime", "java.lang.System.currentTimeMillis",
            "java.lang.Math.random", "java.lang.StrictMath.random", "java.lang.Thread.sleep",
            "java.util.concurrent.TimeUnit.sleep", "java.util.concurrent.locks.LockSupport.parkNanos",
            "java.util.concurrent.locks.LockSupport.parkUntil", "java.util.concurrent.locks.Condition.awaitNanos",
            "java.util.concurrent.locks.Condition.awaitUntil", "java.util.random.RandomGenerator.getDefault",
            "java.util.random.RandomGenerator.of");

    /** Packages that only compute. */
    private static final Set<String> COMPUTING = Set.of("java.lang", "java.lang.annotation", "java.lang.invoke",
            "java.lang.runtime", "java.math", "java.time", "java.time.temporal", "java.util", "java.util.function",
            "java.util.stream", "org.jspecify.annotations");

    /** Classes of other packages that only compute. */
    private static final Set<String> COMPUTING_TOO = Set.of("dev.waggle.signal.text.PlainLocale", "java.net.URI",
            "java.nio.charset.Charset",
            "java.nio.charset.StandardCharsets", "java.util.regex.Pattern");

    /** Classes of the computing packages that do more than compute. */
    private static final Set<String> REACHING_OUT = Set.of("java.lang.Thread", "java.lang.ThreadLocal",
            "java.lang.InheritableThreadLocal", "java.lang.ScopedValue", "java.lang.Runtime", "java.lang.Process",
            "java.lang.ProcessBuilder", "java.lang.System$Logger", "java.util.Scanner", "java.util.ServiceLoader");

    private static final Set<String> HARMLESS_OF_SYSTEM = Set.of("arraycopy", "identityHashCode", "lineSeparator");

    private Ladder() {}

    /** The classes of the module that this class is part of, without its tests. */
    public static JavaClasses moduleOf(Class<?> anchor) {
        URL place = anchor.getProtectionDomain().getCodeSource().getLocation();
        return new ClassFileImporter().importUrl(place);
    }

    /**
     * Rule that every class belongs to one of these rooms and uses only its own room and the rooms below.
     *
     * @param levels from the lowest level up; rooms of one level do not use each other. A room is a package. Where a
     *        package spans several levels, a top-level type by its full name is a room too. The rest of that package is
     *        on the level that names the package
     */
    public static ArchRule rooms(List<Set<String>> levels) {
        return ArchRuleDefinition.classes()
                .should(new ArchCondition<JavaClass>("use only the rooms below, from " + levels) {
                    @Override
                    public void check(JavaClass item, ConditionEvents events) {
                        int own = levelOf(item, levels);
                        if (own < 0) {
                            events.add(SimpleConditionEvent.violated(item,
                                    item.getName() + " lives in no room of the ladder"));
                            return;
                        }
                        for (Dependency dependency : item.getDirectDependenciesFromSelf()) {
                            JavaClass target = dependency.getTargetClass().getBaseComponentType();
                            int other = levelOf(target, levels);
                            boolean sameRoom = target.getPackageName().equals(item.getPackageName()) && other == own;
                            if (!sameRoom && other >= own) {
                                events.add(
                                        SimpleConditionEvent.violated(item, "climbs: " + dependency.getDescription()));
                            }
                        }
                    }
                });
    }

    /**
     * Returns the dependency cycles of files within packages. Each is a sorted list of top-level types that need each
     * other, directly or through others. A type that is only named as a permitted subtype is not needed.
     */
    public static List<String> circles(JavaClasses classes) {
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass item : classes) {
            Set<String> used = uses.computeIfAbsent(fileOf(item), file -> new TreeSet<>());
            for (Dependency dependency : item.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (target.getPackageName().equals(item.getPackageName()) && !fileOf(target).equals(fileOf(item))) {
                    used.add(fileOf(target));
                }
            }
        }
        return uses.keySet().stream().map(file -> circleOf(file, uses)).filter(circle -> !circle.isEmpty())
                .map(List::toString).distinct().toList();
    }

    /** The files that this one needs and that need it, itself included; empty when there are none. */
    private static List<String> circleOf(String file, Map<String, Set<String>> uses) {
        return reachedFrom(file, uses).stream().filter(other -> reachedFrom(other, uses).contains(file)).toList();
    }

    private static Set<String> reachedFrom(String file, Map<String, Set<String>> uses) {
        Set<String> reached = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(uses.getOrDefault(file, Set.of()));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (reached.add(next)) {
                open.addAll(uses.getOrDefault(next, Set.of()));
            }
        }
        return reached;
    }

    private static String fileOf(JavaClass item) {
        String name = item.getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    /** Rule that no class needs anything outside these packages, written as ArchUnit patterns. */
    public static ArchRule needsOnly(String... packages) {
        return ArchRuleDefinition.classes().should().onlyDependOnClassesThat().resideInAnyPackage(packages);
    }

    /** Rule that no class reads a clock, draws a random number or waits, except in these rooms. */
    public static ArchRule noClockNoChanceOutside(String... rooms) {
        return ArchRuleDefinition.noClasses().that().resideOutsideOfPackages(rooms).should()
                .dependOnClassesThat(DescribedPredicate.describe("are clocks or dice",
                        target -> CLOCKS_AND_DICE.contains(target.getName())))
                .orShould().accessTargetWhere(DescribedPredicate.describe("it reads a clock, rolls a die or waits",
                        Ladder::isTicking));
    }

    /** Rule that classes of a room only compute: no thread, clock, file, socket or chance, and no room but these. */
    public static ArchRule pure(String room, String... knownRooms) {
        Set<String> known = Set.of(knownRooms);
        return ArchRuleDefinition.classes().that().resideInAPackage(room).should()
                .onlyDependOnClassesThat(DescribedPredicate.describe("only compute", target -> {
                    JavaClass base = target.getBaseComponentType();
                    String home = base.getPackageName();
                    return base.isPrimitive() || home.equals(room) || known.contains(home)
                            || COMPUTING_TOO.contains(base.getName())
                            || (COMPUTING.contains(home) && !REACHING_OUT.contains(base.getName())
                                    && !CLOCKS_AND_DICE.contains(base.getName()));
                })).andShould(ArchConditions.never(ArchConditions.accessTargetWhere(
                        DescribedPredicate.describe("it reaches the system, time or threads", Ladder::isImpure))));
    }

    private static int levelOf(JavaClass type, List<Set<String>> levels) {
        int byName = levelOf(fileOf(type), levels);
        return byName < 0 ? levelOf(type.getPackageName(), levels) : byName;
    }

    private static int levelOf(String room, List<Set<String>> levels) {
        for (int level = 0; level < levels.size(); level++) {
            if (levels.get(level).contains(room)) {
                return level;
            }
        }
        return -1;
    }

    private static boolean isTicking(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getName();
        return TICKING.contains(owner + '.' + name) || (owner.startsWith("java.time.") && name.equals("now"))
                || (access.getTarget() instanceof CodeUnitAccessTarget called && isHiddenTicking(owner, name, called));
    }

    /** True if the call waits with a time limit of its own, or shuffles with a random source of its own. */
    private static boolean isHiddenTicking(String owner, String name, CodeUnitAccessTarget called) {
        List<JavaClass> parameters = called.getRawParameterTypes();
        boolean isLimited = parameters.stream().anyMatch(type -> type.isEquivalentTo(TimeUnit.class));
        boolean isTimed = !parameters.isEmpty() && Set.of("java.lang.Object.wait", "java.lang.Thread.join")
                .contains(owner + '.' + name);
        boolean isShuffle = parameters.size() == 1 && owner.equals("java.util.Collections") && name.equals("shuffle");
        return isLimited || isTimed || isShuffle;
    }

    private static boolean isImpure(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String name = access.getName();
        boolean isSystem = owner.equals("java.lang.System") && !HARMLESS_OF_SYSTEM.contains(name);
        boolean isParallel = owner.startsWith("java.util.") && name.startsWith("parallel");
        boolean isMonitor = owner.equals("java.lang.Object") && (name.equals("wait") || name.startsWith("notify"));
        return isSystem || isParallel || isMonitor || isTicking(access);
    }
}
